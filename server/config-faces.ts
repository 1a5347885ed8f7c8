/** The settings of face comparison. */
import type { Reader } from './config-reader.ts'

/** The service that compares two pictures of faces: Tencent Cloud, the test service, or none. */
export type FacesConfig =
  | {
      provider: 'tencent'
      endpoint: string
      secretId: string
      secretKey: string
      /** From this score on, of 100, both pictures show the same person. */
      scoreMin: number
    }
  | { provider: 'test' }
  | { provider: 'off' }

const names = ['FACE_ENDPOINT', 'FACE_SECRET_ID', 'FACE_SECRET_KEY', 'FACE_SCORE_MIN'] as const

export function readFaces(read: Reader, isProduction: boolean): FacesConfig {
  const provider = read.choice('FACE_PROVIDER', ['tencent', 'test', 'off'], isProduction ? 'off' : 'test')
  if (provider === 'test' && isProduction)
    read.refuse('FACE_PROVIDER', 'tencent or off when NODE_ENV is production: the test service compares no faces')
  if (provider !== 'tencent') {
    const given = names.filter((name) => read.text(name) !== undefined)
    if (given.length > 0) read.problems.push(`${given.join(', ')} given without FACE_PROVIDER=tencent`)
    return { provider }
  }
  read.require(['FACE_SECRET_ID', 'FACE_SECRET_KEY'], 'FACE_PROVIDER=tencent')
  return {
    provider,
    endpoint: read.url('FACE_ENDPOINT', ['https:', 'http:']) ?? 'https://iai.tencentcloudapi.com',
    secretId: read.text('FACE_SECRET_ID') ?? '',
    secretKey: read.text('FACE_SECRET_KEY') ?? '',
    // By its maker, a score of 60 of model 3.0 is wrong once in 100,000.
    scoreMin: read.integer('FACE_SCORE_MIN', { lowest: 1, highest: 100, otherwise: 60 }),
  }
}
