type MediaBody = { readonly name: string; readonly tags: { name: string }[]; readonly thumbnailUrl: string | null };

// What the model knows of a media item that was read; its name tells which file it is.
export const toItem = ({ name, tags, thumbnailUrl }: MediaBody) => ({
  file: Number(name.split(' ').at(-1)),
  tags: tags.map((one) => one.name).sort(),
  isThumbnailStored: thumbnailUrl !== null,
});
