import { useText } from '#web/i18n/texts.ts'
import { pictureUrl } from '#web/ui/picture.ts'
import './identity.css'

/** The grade of a member: its picture and its name. */
export function GradeMark({ grade }: { grade: { readonly level: number; readonly cover: string } }) {
  const t = useText('identity')
  return (
    <span className="grade-mark">
      <img src={pictureUrl(grade.cover)} alt="" width={22} height={22} />
      {t(`grades.${grade.level}`)}
    </span>
  )
}
