/** Reads files of other programs in a thread of its own: what a hostile one costs is that thread's time and memory. */
import { parentPort, workerData } from 'node:worker_threads'
import { unzipSync } from 'fflate'
import type { FormatFile } from './format-question.ts'
import { readGift } from './gift-read.ts'
import { readMoodle } from './moodle-read.ts'
import { readQtiItem, readQtiPackage } from './qti-package.ts'
import type { ForeignFormat } from './read-format.ts'
import { decodeText } from './xml.ts'

function read({ bytes, format }: { readonly bytes: Uint8Array; readonly format: ForeignFormat }): FormatFile {
  if (format === 'gift') return readGift(bytes)
  if (format === 'qti') return readQtiPackage(unzipSync(bytes))
  const text = decodeText(bytes).replace(/^\ufeff/, '')
  return /<(?:\w+:)?(?:assessmentItem|qti-assessment-item|questestinterop)\b/.test(text.slice(0, 4000))
    ? readQtiItem(text)
    : readMoodle(bytes)
}

parentPort?.postMessage(read(workerData))
