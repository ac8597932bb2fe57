/** Numbers from 0 up to 1, the same for the same seed (the generator sfc32). */
export function randomNumbers(seed: number): () => number {
  let [a, b, c, counter] = [seed | 0, 0x9e3779b9 | 0, 0x243f6a88 | 0, 1];
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  // The first numbers still depend on each other for neighbouring seeds.
  for (let i = 0; i < 12; i += 1) next();
  return next;
}
