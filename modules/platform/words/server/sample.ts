/** What the schema does not know of the sample rows of words (server/sample-company.ts). */
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'
import { defaultOptions } from './lexicon-cache.ts'
import { keyOf } from './words.ts'

export const sampleValues = ({ marker }: SampleCompany): SampleValues => ({
  'words.lexicon': { options: defaultOptions },
  'words.word': { key: keyOf(marker), category: marker.slice(0, 20) },
  'words.phrase': { key: keyOf(marker) },
})
