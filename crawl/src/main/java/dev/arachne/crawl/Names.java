package dev.arachne.crawl;

import java.util.List;

/** What users know URLs by: a page of a served folder by its path, never by the port of the day. */
record Names(List<FolderServer> folders) {
  Names {
    folders = List.copyOf(folders);
  }

  String display(String text) {
    String shown = text;
    for (FolderServer folder : folders) {
      shown = folder.display(shown);
    }
    return shown;
  }
}
