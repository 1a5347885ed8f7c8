/** What the calls of operations have in common. */
import { type Static, Type } from 'typebox'

/** A text that stands in both languages: what modules register is named so. */
export const Bilingual = Type.Object({ cn: Type.String(), en: Type.String() })
export type Bilingual = Static<typeof Bilingual>
