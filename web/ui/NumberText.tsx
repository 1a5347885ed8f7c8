import { useLanguage } from '../i18n/texts.ts'
import { fullNumber, shortNumber } from './number.ts'

/** A count, shortened from 10,000 on; the full number stands in its title. */
export function NumberText({ value }: { value: number }) {
  const language = useLanguage()
  const short = shortNumber(value, language)
  if (short === String(value)) return <span className="sy-number">{short}</span>
  return (
    <span className="sy-number" title={fullNumber(value, language)}>
      {short}
    </span>
  )
}
