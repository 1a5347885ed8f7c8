/** The e-mails that identity sends. */
import type { Language } from '#kit/caller.ts'

export function codeMail(language: Language, { code, minutes }: { code: string; minutes: number }) {
  return language === 'en'
    ? {
        subject: `Your verification code: ${code}`,
        text: `Your verification code is ${code}. It is valid for ${minutes} minutes.\n\nIf you did not ask for it, ignore this e-mail; never give the code to anybody.`,
      }
    : {
        subject: `您的验证码：${code}`,
        text: `您的验证码是 ${code}，${minutes} 分钟内有效。\n\n如非本人操作，请忽略此邮件，切勿将验证码告知他人。`,
      }
}
