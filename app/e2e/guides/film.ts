/** A film of the steps: each picture for as long as its caption takes to read. The browser itself records it. */
import type { Page } from '@playwright/test'
import type { Shown } from './pdf'

/** Milliseconds for reading: slow readers take 0.4 s for a word. */
const readingTime = (text: string) => Math.max(4_000, text.split(/\s+/).length * 400)

const stamp = (milliseconds: number) => new Date(milliseconds).toISOString().slice(11, 23)

export async function film(page: Page, steps: readonly Shown[]): Promise<{ bytes: Buffer; captions: string }> {
  const cues: string[] = []
  let begin = 0
  const scenes = steps.map(({ title, body, picture }) => {
    const length = readingTime(`${title} ${body}`)
    cues.push(`${stamp(begin)} --> ${stamp(begin + length)}\n${title}. ${body}`)
    begin += length
    return { picture, length }
  })
  const recorded = await page.evaluate(record, scenes)
  return { bytes: Buffer.from(recorded, 'base64'), captions: `WEBVTT\n\n${cues.join('\n\n')}\n` }
}

/** Runs in the page. */
async function record(scenes: { picture: string; length: number }[]): Promise<string> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 1280, height: 800 })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const pictures = await Promise.all(
    scenes.map(async ({ picture }) => {
      const image = new Image()
      image.src = `data:image/jpeg;base64,${picture}`
      await image.decode()
      return image
    }),
  )
  const recorder = new MediaRecorder(canvas.captureStream(5), { mimeType: 'video/webm;codecs=vp8', videoBitsPerSecond: 400_000 })
  const parts: Blob[] = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  const stopped = new Promise((done) => {
    recorder.onstop = done
  })
  recorder.start()
  for (const [place, { length }] of scenes.entries()) {
    const until = performance.now() + length
    // A canvas that does not change gives no frames.
    while (performance.now() < until) {
      const image = pictures[place]
      if (image) context.drawImage(image, 0, 0, 1280, 800)
      await new Promise((next) => setTimeout(next, 200))
    }
  }
  recorder.stop()
  await stopped
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
