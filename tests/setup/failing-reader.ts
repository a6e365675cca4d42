/** Stands in for the process that reads Japanese, and fails as its first text says. */
process.on("message", ([how]: string[]) => {
  if (how === "dies") process.kill(process.pid, "SIGKILL");
  if (how === "complains") process.stderr.write("no dictionary\n", () => process.exit(1));
  // Else it never answers.
});
