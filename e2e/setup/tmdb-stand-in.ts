/** Loaded before a server of the journeys: what it asks TMDB is answered in its own process. */
const send = globalThis.fetch;
const hosts = ["api.themoviedb.org", "image.tmdb.org"];

globalThis.fetch = async (input, init) => {
  const address = input instanceof Request ? input.url : String(input);
  if (!hosts.includes(URL.parse(address)?.hostname ?? "")) return send(input, init);
  const { answerAsTmdb } = await import("../../tests/setup/tmdb-answers.ts");
  return answerAsTmdb(new Request(input, init));
};
