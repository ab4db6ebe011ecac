package dev.arachne.testkit;

/** One header field as it is on the wire, name and value unchanged. */
public record Header(String name, String value) {}
