package drivers;

import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;

/** Two threads write one index in memory. Planted: look for a document and add it if it is missing. */
public final class LuceneIndex {
  private static Document document(String id) {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    return document;
  }

  public static void main(String[] args) throws Exception {
    boolean planted = Threads.planted(args);
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(null));
        SearcherManager searchers = new SearcherManager(writer, null)) {
      Threads.Body body =
          () -> {
            if (!planted) {
              writer.updateDocument(new Term("id", "same"), document("same"));
            } else if (count(searchers, "same") == 0) {
              writer.addDocument(document("same"));
            }
            searchers.maybeRefresh();
          };
      Thread first =
          Threads.start(
              "first",
              () -> {
                body.run();
                writer.addDocument(document("one"));
              });
      Thread second =
          Threads.start(
              "second",
              () -> {
                body.run();
                writer.addDocument(document("two"));
                writer.commit();
              });
      Threads.join(first, second);
      writer.forceMerge(1);
      writer.commit();
      searchers.maybeRefreshBlocking();
      assert count(searchers, "same") == 1 : count(searchers, "same");
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assert reader.numDocs() == 3 : reader.numDocs();
      }
    }
  }

  private static int count(SearcherManager searchers, String id) throws Exception {
    searchers.maybeRefreshBlocking();
    IndexSearcher searcher = searchers.acquire();
    try {
      return searcher.count(new TermQuery(new Term("id", id)));
    } finally {
      searchers.release(searcher);
    }
  }
}
