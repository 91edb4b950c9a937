// A portrait from a file of this device, made as small as the card prints it. It goes nowhere.
// @ts-check

/** @typedef {{ bytes: number, pixels: number, shape: [number, number], printed: [number, number] }} Bounds as the printer has them */

/** How well a portrait is kept; the printer keeps it likewise. */
const QUALITY = 0.88;

/**
 * A file as a picture for the card: cut to its shape, its address holding all of it.
 * @param {File} file
 * @param {Bounds} bounds
 * @returns {Promise<string>} rejects with an Error that says why not
 */
export async function portrait(file, bounds) {
  if (file.size > bounds.bytes) throw new Error(`${file.name} is larger than ${bounds.bytes.toLocaleString("en")} bytes.`);
  const size = measured(new Uint8Array(await file.arrayBuffer()));
  if (!size) throw new Error(`${file.name} is no PNG, JPEG or WebP that can be read.`);
  const [width, height] = size;
  if (width * height > bounds.pixels) {
    const shown = `${width.toLocaleString("en")} × ${height.toLocaleString("en")}`;
    throw new Error(`${file.name} has ${shown} pixels; at most ${bounds.pixels.toLocaleString("en")} in all.`);
  }
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) throw new Error(`${file.name} is no PNG, JPEG or WebP that can be read.`);
  const [across, down] = bounds.shape;
  const wide = Math.min(image.width, (image.height * across) / down);
  const high = (wide * down) / across;
  const scale = Math.min(1, bounds.printed[0] / wide);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(wide * scale));
  canvas.height = Math.max(1, Math.round(high * scale));
  const brush = canvas.getContext("2d");
  if (!brush) throw new Error("This browser does not let the page draw.");
  brush.fillStyle = "#fff";
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(image, (image.width - wide) / 2, (image.height - high) / 2, wide, high, 0, 0, canvas.width, canvas.height);
  image.close();
  return canvas.toDataURL("image/jpeg", QUALITY);
}

/**
 * Width and height of a picture as its file states them, before anything is unpacked.
 * @param {Uint8Array} bytes
 * @returns {[number, number] | null}
 */
export function measured(bytes) {
  const at = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  /** @param {number} start @param {number} length */
  const word = (start, length) => String.fromCharCode(...bytes.subarray(start, start + length));
  try {
    if (word(0, 8) === "\x89PNG\r\n\x1a\n") return [at.getUint32(16), at.getUint32(20)];
    if (word(0, 4) === "RIFF" && word(8, 4) === "WEBP") return webp(at, word(12, 4));
    if (at.getUint16(0) === 0xffd8) return jpeg(at);
  } catch {
    // It ends before it has said how large it is.
  }
  return null;
}

/** @param {DataView} at @param {string} kind @returns {[number, number] | null} */
function webp(at, kind) {
  if (kind === "VP8 ") return [at.getUint16(26, true) & 0x3fff, at.getUint16(28, true) & 0x3fff];
  if (kind === "VP8L") {
    const bits = at.getUint32(21, true);
    return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
  }
  if (kind === "VP8X") return [(at.getUint32(24, true) & 0xffffff) + 1, (at.getUint32(26, true) >>> 8) + 1];
  return null;
}

/** @param {DataView} at @returns {[number, number] | null} */
function jpeg(at) {
  for (let place = 2; place < at.byteLength; ) {
    const marker = at.getUint16(place);
    if (marker === 0xffff) {
      place += 1; // a marker may be led in by any number of these
      continue;
    }
    const frame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (frame) return [at.getUint16(place + 7), at.getUint16(place + 5)];
    if (marker < 0xff00 || marker === 0xffda) return null;
    place += 2 + at.getUint16(place + 2);
  }
  return null;
}
