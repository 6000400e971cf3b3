/**
 * A film of the steps: the pointer moves to each element that it presses, and a short caption explains the step. The browser records the
 * film from screenshots.
 */
import type { Page } from '@playwright/test'
import { settled } from '../screens'
import { pictureOf } from './pictureOf'
import type { Step } from './steps'

interface FilmShot {
  /** A JPEG in base64. */
  picture: string
  /** The point to which the pointer moves and presses. */
  press?: { x: number; y: number }
}

export interface Scene {
  caption: string
  shots: FilmShot[]
}

/** Returns a reading time in milliseconds: 0.4 s per word for slow readers. */
const readingTime = (text: string) => Math.max(4_000, text.split(/\s+/).length * 400)
/** Milliseconds in which the pointer moves to its target, rests there, and presses. */
const glide = 1_000
const rest = 300
const pressed = 400

/** Returns the screenshots of a step, one before each press. The last press is only shown, because the next step opens its own page. */
export async function sceneOf(page: Page, { show, film: { begin = show, presses = [] } = {} }: Step, caption: string): Promise<Scene> {
  await begin(page)
  const shots: FilmShot[] = []
  for (const [place, find] of presses.entries()) {
    const target = find(page)
    const box = await target.boundingBox()
    if (!box) throw new Error(`${caption} presses a missing element`)
    const press = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    shots.push({ picture: await pictureOf(page), press })
    if (place === presses.length - 1) break
    await target.click()
    await settled(page)
  }
  if (shots.length === 0) shots.push({ picture: await pictureOf(page) })
  return { caption, shots }
}

const stamp = (milliseconds: number) => new Date(milliseconds).toISOString().slice(11, 23)

export async function film(page: Page, scenes: readonly Scene[]): Promise<{ bytes: Buffer; captions: string }> {
  const cues: string[] = []
  let begin = 0
  const timed = scenes.flatMap(({ caption, shots }) => {
    const acted = shots.filter(({ press }) => press).length * (glide + rest + pressed)
    const length = Math.max(readingTime(caption), acted)
    cues.push(`${stamp(begin)} --> ${stamp(begin + length)}\n${caption}`)
    begin += length
    // The remaining reading time passes before the pointer moves.
    return shots.map((shot, place) => ({ ...shot, wait: place === 0 ? length - acted : 0 }))
  })
  const recorded = await page.evaluate(record, { shots: timed, glide, rest, pressed })
  return { bytes: Buffer.from(recorded, 'base64'), captions: `WEBVTT\n\n${cues.join('\n\n')}\n` }
}

interface RecordingScript {
  shots: (FilmShot & { wait: number })[]
  glide: number
  rest: number
  pressed: number
}

/** Records the film. Runs in the page. */
async function record({ shots, glide, rest, pressed }: RecordingScript): Promise<string> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 1280, height: 800 })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const pictures = await Promise.all(
    shots.map(async ({ picture }) => {
      const image = new Image()
      image.src = `data:image/jpeg;base64,${picture}`
      await image.decode()
      return image
    }),
  )
  const arrow = new Path2D('M0 0 L0 17 L4 13.4 L6.8 19.6 L9.4 18.4 L6.7 12.4 L12 12 Z')
  const framesEachSecond = 15
  const at = { x: 640, y: 500 }

  function draw(image: HTMLImageElement, ring: number) {
    if (!context) return
    context.drawImage(image, 0, 0, 1280, 800)
    if (ring > 0) {
      context.beginPath()
      context.arc(at.x, at.y, 8 + 18 * ring, 0, 2 * Math.PI)
      context.strokeStyle = `rgb(11 87 208 / ${1 - ring})`
      context.lineWidth = 4
      context.stroke()
    }
    context.save()
    context.translate(at.x, at.y)
    context.scale(1.5, 1.5)
    context.lineJoin = 'round'
    context.lineWidth = 2.5
    context.strokeStyle = '#fff'
    context.stroke(arrow)
    context.fillStyle = '#111'
    context.fill(arrow)
    context.restore()
  }
  /** Planned end of the current part. The next part begins there, so that the film stays in sync with the captions. */
  let end = 0
  /** Draws repeatedly for this time, because an unchanged canvas produces no frames. */
  async function play(milliseconds: number, step: (part: number) => void) {
    const from = end
    end += milliseconds
    for (let passed = performance.now() - from; passed < milliseconds; passed = performance.now() - from) {
      step(passed / milliseconds)
      await new Promise((next) => setTimeout(next, 1_000 / framesEachSecond))
    }
  }

  const recorder = new MediaRecorder(canvas.captureStream(framesEachSecond), {
    mimeType: 'video/webm;codecs=vp8',
    videoBitsPerSecond: 800_000,
  })
  const parts: Blob[] = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  const stopped = new Promise((done) => {
    recorder.onstop = done
  })
  recorder.start()
  end = performance.now()
  for (const [place, { press, wait }] of shots.entries()) {
    const image = pictures[place] as HTMLImageElement
    await play(wait, () => draw(image, 0))
    if (!press) continue
    const from = { ...at }
    await play(glide, (part) => {
      const eased = part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) ** 2
      at.x = from.x + (press.x - from.x) * eased
      at.y = from.y + (press.y - from.y) * eased
      draw(image, 0)
    })
    Object.assign(at, press)
    await play(rest, () => draw(image, 0))
    await play(pressed, (part) => draw(image, part))
  }
  recorder.stop()
  await stopped
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
