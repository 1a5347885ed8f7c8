/**
 * Writes pinyin.json again, the readings of all spoken sentences. After changing a sentence: `npm install --no-save
 * pinyin-pro`, then `node demo/recipe/pinyin.ts`, and look through the difference: it misreads a word here and there,
 * and the file has corrections made by hand.
 */
import { writeFileSync } from 'node:fs'
import { audios } from './audios.ts'
import { videos } from './videos/all.ts'

const path = new URL('./pinyin.json', import.meta.url)
const punctuation: Record<string, string> = {
  '，': ',',
  '。': '.',
  '、': ',',
  '：': ':',
  '？': '?',
  '！': '!',
  '；': ';',
}

async function writeReadings(): Promise<void> {
  const library = 'pinyin-pro'
  const { pinyin } = (await import(library)) as { pinyin: (text: string, options: object) => string[] }
  const words = new Intl.Segmenter('zh', { granularity: 'word' })
  const sentences = [
    ...videos.flatMap((video) => video.scenes.flatMap((scene) => scene.lines.map((line) => line.say ?? line.text))),
    ...audios.flatMap((audio) => audio.lines.filter((line) => line.voice !== 'english').map((line) => line.text)),
  ]
  const result: Record<string, string> = {}
  for (const sentence of sentences) {
    const syllables = pinyin(sentence, { toneType: 'num', type: 'array', v: true })
    let at = 0
    result[sentence] = [...words.segment(sentence)]
      .map(({ segment }) => {
        const size = [...segment].length
        const word = syllables.slice(at, at + size).map((part) => punctuation[part] ?? part.replace('0', '5'))
        at += size
        return word.join('')
      })
      .join(' ')
  }
  writeFileSync(path, `${JSON.stringify(result, null, 1)}\n`)
}

await writeReadings()
