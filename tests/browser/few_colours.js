// The pixels of a picture by a palette of the colours that it has most of; each other colour becomes the nearest of them.
async (source) => {
  const picture = new Image();
  picture.src = source;
  await picture.decode();
  const { width, height } = picture;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, width, height);
  const counts = new Map();
  const colours = new Uint32Array(width * height);
  for (let n = 0; n < colours.length; n += 1) {
    colours[n] = (data[4 * n] << 16) | (data[4 * n + 1] << 8) | data[4 * n + 2];
    counts.set(colours[n], (counts.get(colours[n]) ?? 0) + 1);
  }
  const ordered = [...counts].sort(([one, first], [other, second]) => second - first || one - other);
  const palette = ordered.slice(0, 256).map(([colour]) => colour);
  const parts = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];
  const distance = (one, other) => parts(one).reduce((sum, part, n) => sum + (part - parts(other)[n]) ** 2, 0);
  const places = new Map(palette.map((colour, n) => [colour, n]));
  for (const [colour] of ordered.slice(256)) {
    places.set(colour, palette.reduce((best, one, n) => (distance(one, colour) < distance(palette[best], colour) ? n : best), 0));
  }
  const bytes = Array.from(colours, (colour) => String.fromCharCode(places.get(colour)));
  return { width, height, palette: palette.flatMap(parts), pixels: btoa(bytes.join("")) };
}
