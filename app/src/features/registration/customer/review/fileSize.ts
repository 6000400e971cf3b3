/** Formats a rounded file size: `412 KB`, `1.3 MB`. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1 << 20) return `${Math.round(bytes / 1024)} KB`
  return `${(bytes / (1 << 20)).toFixed(1)} MB`
}
