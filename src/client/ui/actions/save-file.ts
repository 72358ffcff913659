/** Time that the browser has to start reading a file, in milliseconds. */
const READ_WITHIN_MS = 10_000;

/** Downloads a blob as a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS);
}
