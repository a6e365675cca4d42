// A server process that says hello: the minimum of node:http. Prints its port.
import { createServer } from "node:http";

const server = createServer((_request, response) => {
  response.writeHead(200, { "Content-Type": "text/plain" });
  response.end("hello");
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
// The pipe closes when the parent ends.
process.stdin.on("end", () => process.exit()).resume();
