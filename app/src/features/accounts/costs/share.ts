/** Writes a share in 1/10,000 as a percentage. Fields of forms use core's rule instead, which reads it as well. */
export const shareShown = (share: number) => `${share / 100}%`
