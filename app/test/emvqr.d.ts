/** The part of emvqr that the tests use. The package has no types. */
declare module 'emvqr' {
  interface DataObject {
    data: string | Record<string, DataObject>
  }
  const emvqr: { decode(text: string): Partial<Record<string, DataObject>> }
  export default emvqr
}
