// A push service: takes every push, and says at /count how many there were, and for how many browsers.
import { createServer } from "node:http";

const browsers = new Set();
let pushes = 0;
const server = createServer((request, response) => {
  if (request.url === "/count") return response.end(JSON.stringify({ pushes, browsers: browsers.size }));
  request.resume().on("end", () => {
    pushes += 1;
    browsers.add(request.url);
    response.writeHead(201).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
// The pipe closes when the parent ends.
process.stdin.on("end", () => process.exit()).resume();
