/** Formats a file size: `1.4 MB`, or below 1 MB `320 KB`. */
export const sizeShown = (bytes: number): string =>
  bytes >= 1 << 20 ? `${(bytes / (1 << 20)).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`
