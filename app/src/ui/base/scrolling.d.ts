/**
 * From version 150, Chromium's scroll methods return promises. TypeScript's own types say `void`, so an effect or a ref could return the
 * promise, which React would then call as the cleanup. With these types that does not compile.
 */
type Scrolled = Promise<unknown> | undefined

interface Element {
  scroll(options?: ScrollToOptions): Scrolled
  scroll(x: number, y: number): Scrolled
  scrollBy(options?: ScrollToOptions): Scrolled
  scrollBy(x: number, y: number): Scrolled
  scrollIntoView(arg?: boolean | ScrollIntoViewOptions): Scrolled
  scrollTo(options?: ScrollToOptions): Scrolled
  scrollTo(x: number, y: number): Scrolled
}

interface Window {
  scroll(options?: ScrollToOptions): Scrolled
  scroll(x: number, y: number): Scrolled
  scrollBy(options?: ScrollToOptions): Scrolled
  scrollBy(x: number, y: number): Scrolled
  scrollTo(options?: ScrollToOptions): Scrolled
  scrollTo(x: number, y: number): Scrolled
}

declare function scroll(options?: ScrollToOptions): Scrolled
declare function scroll(x: number, y: number): Scrolled
declare function scrollBy(options?: ScrollToOptions): Scrolled
declare function scrollBy(x: number, y: number): Scrolled
declare function scrollTo(options?: ScrollToOptions): Scrolled
declare function scrollTo(x: number, y: number): Scrolled
