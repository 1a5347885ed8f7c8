/** Types that several calls of operations share. */
import { type Static, Type } from 'typebox'

/** A text in both languages, for the labels that modules register. */
export const Bilingual = Type.Object({ cn: Type.String(), en: Type.String() })
export type Bilingual = Static<typeof Bilingual>
