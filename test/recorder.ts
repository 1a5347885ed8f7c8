/** Notes which answers of which calls the tests have seen, for the check that every declared refusal is produced. */
import { appendFileSync } from 'node:fs'

const file = process.env.ANSWER_RECORD
const seen = new Set<string>()

let isRecording = true

/** At the beginning of each file (test/setup.ts): the files of one worker share this module. */
export function startRecording(): void {
  isRecording = true
}

/** For tests whose answers prove nothing about a declaration: random input finds some by chance. */
export function stopRecording(): void {
  isRecording = false
}

export function recordAnswer(endpointName: string, status: number, errorCode: number | undefined): void {
  if (file === undefined || !isRecording) return
  const line = `${endpointName} ${status} ${errorCode ?? ''}`
  if (seen.has(line)) return
  seen.add(line)
  appendFileSync(file, `${line}\n`)
}
