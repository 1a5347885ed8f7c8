/** The thread in which a file is cleaned: what a hostile one takes of memory and time is taken from nobody else. */
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { FileBytes } from './bytes.ts'
import { cleanMp4 } from './mp4.ts'
import { cleanOffice } from './office.ts'
import { cleanPdf } from './pdf.ts'
import { cleanWebm } from './webm.ts'

const { path, extension } = workerData as { readonly path: string; readonly extension: string }

function inPlace(clean: (bytes: FileBytes) => void): void {
  const file = openSync(path, 'r+')
  try {
    clean(new FileBytes(file))
  } finally {
    closeSync(file)
  }
}

if (extension === 'webm') inPlace(cleanWebm)
else if (extension === 'mp4' || extension === 'm4v') inPlace(cleanMp4)
else if (extension === 'pdf') writeFileSync(path, await cleanPdf(readFileSync(path)))
else writeFileSync(path, cleanOffice(readFileSync(path)))

parentPort?.postMessage({ isClean: true })
