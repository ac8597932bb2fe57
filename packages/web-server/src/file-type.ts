export interface FileType {
  readonly mime: string;
  readonly compressible: boolean;
}

const TYPES: Readonly<Record<string, FileType>> = {
  js: { mime: 'text/javascript; charset=utf-8', compressible: true },
  mjs: { mime: 'text/javascript; charset=utf-8', compressible: true },
  css: { mime: 'text/css; charset=utf-8', compressible: true },
  json: { mime: 'application/json', compressible: true },
  map: { mime: 'application/json', compressible: true },
  svg: { mime: 'image/svg+xml', compressible: true },
  html: { mime: 'text/html; charset=utf-8', compressible: true },
  png: { mime: 'image/png', compressible: false },
  woff2: { mime: 'font/woff2', compressible: false },
  pdf: { mime: 'application/pdf', compressible: false },
};

/** How a file is served, by the end of its name. */
export function fileType(file: string): FileType {
  return (
    TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? {
      mime: 'application/octet-stream',
      compressible: false,
    }
  );
}
