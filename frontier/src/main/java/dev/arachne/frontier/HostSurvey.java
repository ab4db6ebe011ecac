package dev.arachne.frontier;

import java.time.Duration;

/**
 * The hosts of a frontier at one instant. Immutable.
 *
 * @param busy those that have URLs to do
 * @param resting those of them that give out none yet, because of a delay or a limit
 * @param longest the time that the host with most to do takes, by its delay; zero if no host with
 *     URLs to do has one
 */
public record HostSurvey(long busy, long resting, Duration longest) {}
