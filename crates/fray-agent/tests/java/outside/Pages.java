import com.sun.net.httpserver.HttpServer;
import java.io.InputStream;
import java.lang.ref.Reference;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;

/** A web server, always on the same port, and both of the JDK's clients, which keep connections and pools for later. */
public final class Pages {
  private Pages() {}

  public static void main(String[] args) throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    HttpServer server = HttpServer.create(new InetSocketAddress(here, Integer.parseInt(args[0])), 5);
    server.createContext(
        "/",
        exchange -> {
          byte[] page = {'h', 'i'};
          // In two pieces: see `nagle`.
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    server.start();
    URI page = new URI("http", null, here.getHostAddress(), server.getAddress().getPort(), "/", null, null);
    if (args[1].equals("old")) {
      for (int i = 0; i < 3; i++) {
        try (InputStream in = page.toURL().openStream()) {
          check(new String(in.readAllBytes()));
        }
      }
    } else {
      HttpRequest request = HttpRequest.newBuilder(page).build();
      HttpClient client = HttpClient.newHttpClient();
      CompletableFuture<String> body =
          client.sendAsync(request, BodyHandlers.ofString()).thenApply(response -> response.body());
      check(body.get());
      // Without anybody who knows it, its thread would end when the garbage collector has found out.
      Reference.reachabilityFence(client);
    }
    server.stop(0);
  }

  private static void check(String page) {
    if (!page.equals("hi")) {
      throw new AssertionError(page);
    }
  }
}
