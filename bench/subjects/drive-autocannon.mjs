// Runs autocannon once with the options given as JSON, and prints its report as JSON. Its command line cannot rotate
// paths.
import autocannon from "autocannon";

console.log(JSON.stringify(await autocannon(JSON.parse(process.argv[2]))));
