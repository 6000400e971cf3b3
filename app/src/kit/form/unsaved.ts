/** The forms on the page that can have unsaved changes. Code that is about to leave the page checks them. */
const forms = new Set<() => boolean>()

/** Registers a form. The returned function removes it. */
export function watchUnsaved(isUnsaved: () => boolean): () => void {
  forms.add(isUnsaved)
  return () => void forms.delete(isUnsaved)
}

export const hasUnsaved = () => [...forms].some((isUnsaved) => isUnsaved())
