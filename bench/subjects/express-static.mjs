// A server process with Express's static files, set up as for production: <root>. Prints its port.
import express from "express";

const app = express();
app.disable("x-powered-by");
// Keeps refused ranges out of the terminal; "test" does nothing else.
app.set("env", "test");
app.use("/media", express.static(process.argv[2], { immutable: true, maxAge: "1y", index: false }));
const server = app.listen(0, "127.0.0.1", () => console.log(server.address().port));
// The pipe closes when the parent ends.
process.stdin.on("end", () => process.exit()).resume();
