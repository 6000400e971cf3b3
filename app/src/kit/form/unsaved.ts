/** Forms on the page that hold what is kept nowhere else: whoever ends the page asks what would be lost. */
const forms = new Set<() => boolean>()

/** Knows of a form until the returned function is called. */
export function watchUnsaved(isUnsaved: () => boolean): () => void {
  forms.add(isUnsaved)
  return () => void forms.delete(isUnsaved)
}

export const hasUnsaved = () => [...forms].some((isUnsaved) => isUnsaved())
