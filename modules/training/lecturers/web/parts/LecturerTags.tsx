import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { LecturerKind, LecturerLevel } from '../../contract/fields.ts'

const levelColors: Readonly<Record<LecturerLevel, string | undefined>> = {
  1: undefined,
  2: undefined,
  3: 'processing',
  4: 'success',
  5: 'warning',
}

/** Level and kind of a lecturer. */
export function LecturerTags({ kind, level }: { kind: LecturerKind; level: LecturerLevel }) {
  const t = useText('lecturers')
  return (
    <span className="sy-inline sy-wrap sy-gap-1">
      <Tag color={levelColors[level]}>{t(`maps.level.${level}`)}</Tag>
      <Tag>{t(`maps.kind.${kind}`)}</Tag>
    </span>
  )
}
