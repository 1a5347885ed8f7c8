/** Addresses of the screens of certificates, as the router writes them behind the `#`. */
export const certificatePaths = {
  center: '/center',
  mine: '/center/my/certificates',
  verify: (code: string) => `/certificate/${code}`,
  manage: '/manage/certificates',
  catalogue: '/study-v',
} as const

/** What a QR code holds, and what is sent to others. */
export function verifyAddress(code: string): string {
  return `${window.location.origin}/#${certificatePaths.verify(code)}`
}
