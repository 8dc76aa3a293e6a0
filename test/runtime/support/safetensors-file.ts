/** A safetensors file with any header, and `data` bytes of data. */
export function fileWith(header: unknown, data: number): Uint8Array<ArrayBuffer> {
  return fileWithText(JSON.stringify(header), data);
}

export function fileWithText(header: string, data: number): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(header);
  const file = new Uint8Array(8 + text.byteLength + data);
  new DataView(file.buffer).setBigUint64(0, BigInt(text.byteLength), true);
  file.set(text, 8);
  return file;
}
