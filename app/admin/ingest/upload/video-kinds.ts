/** File types the storage takes for a video; reading the file shows whether it is one. */
export const videoKinds = ".mp4,.m4v,.mkv,.mov,.webm,.avi,.ts";

export const isVideo = (name: string): boolean =>
  videoKinds.split(",").some((kind) => name.toLowerCase().endsWith(kind));
