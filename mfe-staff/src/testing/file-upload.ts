/** Gives jsdom what an upload needs of a browser: a secure context, a hash that is always the same, and the bytes of a file. */
export function stubFileUpload(): void {
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
  Object.defineProperty(crypto, 'subtle', { value: { digest: async () => new Uint8Array(32) }, configurable: true });
  Object.defineProperty(Blob.prototype, 'arrayBuffer', {
    configurable: true,
    value(this: Blob) {
      const { promise, resolve } = Promise.withResolvers<Uint8Array>();
      const reader = new FileReader();
      reader.addEventListener('load', () => resolve(new Uint8Array(reader.result as ArrayBuffer)));
      reader.readAsArrayBuffer(this);
      return promise;
    },
  });
}
