interface TextFile {
  readonly name: string;
  /** Media type, such as "text/csv". */
  readonly type: string;
  readonly text: string;
}

let lastAddress: string | undefined;

/** Lets the browser download a file that the page has made. */
export function saveFile({ name, type, text }: TextFile): void {
  // Not right after the click: WebKit reads the file later.
  if (lastAddress !== undefined) URL.revokeObjectURL(lastAddress);
  lastAddress = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = lastAddress;
  link.download = name;
  link.click();
}
