import { useEffect, useState } from 'react'
import { errorText, useLanguage } from '../i18n/texts.ts'

/** The text of an error code in the language of the screen. */
export function ErrorCodeText({ code }: { code: number }) {
  const language = useLanguage()
  const [text, setText] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language has another text.
  useEffect(() => {
    let current = true
    void errorText(code).then((found) => current && setText(found))
    return () => {
      current = false
    }
  }, [code, language])
  return <>{text}</>
}
