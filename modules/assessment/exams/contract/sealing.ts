/** Seals what a browser could not send, so that it can be taken to the exam's staff by whatever way there is. */
import { answerFilePurpose, type FiledAnswers, type SealedAnswers } from './answer-file.ts'

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

const base64 = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

const bytesOf = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))

/** Browsers have the cipher on pages of https alone, and of this machine. */
export const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined

/** The text of the file. `publicKey`: of the exam, base64. */
export async function sealAnswers(publicKey: string, filed: FiledAnswers): Promise<string> {
  const { subtle } = globalThis.crypto
  const exam = await subtle.importKey('raw', bytesOf(publicKey), curve, false, [])
  const own = await subtle.generateKey(curve, true, ['deriveBits'])
  const key = new Uint8Array(await subtle.exportKey('raw', own.publicKey))
  const shared = await subtle.deriveBits({ name: 'ECDH', public: exam }, own.privateKey, 256)
  const secret = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode(answerFilePurpose)
  const cipherKey = await subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: key, info },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt'],
  )
  const iv = globalThis.crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(filed))
  const data = new Uint8Array(await subtle.encrypt({ name: 'AES-GCM', iv }, cipherKey, text))
  const sealed: SealedAnswers = { format: 'shuyuan-answers-1', key: base64(key), iv: base64(iv), data: base64(data) }
  return JSON.stringify(sealed)
}
