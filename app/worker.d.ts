/** Made by @remix-pwa/dev: paths of the files of the client build, as they stand when the worker is built. */
declare module "virtual:assets-sw" {
  export const assets: string[];
}
