/** How long the URL stays valid for the browser to start reading the file, in milliseconds. */
const URL_LIFETIME_MS = 10_000;

/** Downloads a blob as a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}
