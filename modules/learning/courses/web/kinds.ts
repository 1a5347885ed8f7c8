import type { IconName } from '#web/ui/Icon.tsx'
import type { SectionKind } from '../contract/wire.ts'

export const kindIcons: Readonly<Record<SectionKind, IconName>> = {
  video: 'video',
  audio: 'audio',
  pdf: 'file',
  text: 'text',
  link: 'link',
  package: 'folder',
  exam: 'exam',
  survey: 'todo',
  live: 'live',
}
