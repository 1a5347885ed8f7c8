import { Modal } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { signedInAgain } from '#web/session.ts'
import { Failure } from '#web/ui/Failure.tsx'
import type { TokenAnswer } from '../../contract/sign-in.ts'
import { PasswordForm } from '../center-detail/SignInForms.tsx'
import { identityPaths } from '../paths.ts'

export interface SignInAgainProps {
  /** Whose screen it is: nobody else may go on with it. */
  readonly memberId: string
  /** What becomes of the screen meanwhile: that nothing of it is lost, for instance. */
  readonly hint: string
  readonly onSignedIn: () => void
}

/** The session has ended, and the screen must stay. Other ways than a password are open in another tab. */
export default function SignInAgain({ memberId, hint, onSignedIn }: SignInAgainProps) {
  const t = useText('identity')
  const [isOther, setIsOther] = useState(false)
  const goOn = async (answer: TokenAnswer) => {
    const isSame = await signedInAgain(answer, memberId)
    setIsOther(!isSame)
    if (isSame) onSignedIn()
  }
  return (
    <Modal open title={t('signIn.again.title')} footer={null} closable={false} keyboard={false} maskClosable={false}>
      <div className="sy-column sy-gap-4">
        <p className="sy-note">{hint}</p>
        <Failure text={isOther ? t('signIn.again.other') : undefined} />
        <PasswordForm onSignedIn={goOn} />
        <a href={`#${identityPaths.signIn}`} target="_blank" rel="noreferrer">
          {t('signIn.again.otherWay')}
        </a>
      </div>
    </Modal>
  )
}
