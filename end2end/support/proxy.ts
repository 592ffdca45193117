import { once } from "node:events";
import { type Server, type Socket, connect, createServer } from "node:net";

/** Stands between a browser and the server, and cuts what goes through it: no close frame, no last word. */
export class Proxy {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  /** WebSockets that were let through so far. */
  streams = 0;

  private constructor(to: number) {
    this.server = createServer((near) => {
      const far = connect(to, "127.0.0.1");
      for (const socket of [near, far]) {
        this.sockets.add(socket);
        // The other end is gone; that is what it is for.
        socket.on("error", () => {});
        socket.on("close", () => {
          this.sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.on("data", (bytes) => {
        if (bytes.includes("GET /ws")) this.streams += 1;
      });
      near.pipe(far);
      far.pipe(near);
    });
  }

  static async start(to: string): Promise<Proxy> {
    const proxy = new Proxy(Number(new URL(to).port));
    proxy.server.listen(0, "127.0.0.1");
    await once(proxy.server, "listening");
    return proxy;
  }

  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === "string") throw new Error("the proxy does not listen");
    return `http://127.0.0.1:${address.port}`;
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.server.close();
    this.cut();
    await once(this.server, "close");
  }
}
