// Plain JavaScript without dependencies: tools/install.mjs uses it before anything is installed.

/**
 * The locale of every program that we start. Where the environment names none, or one that is not installed, programs
 * fall back to ASCII: Chromium then drops the Chinese characters of file names. Linux has C.UTF-8 everywhere, macOS does not.
 * @type {{ readonly LC_ALL: string }}
 */
export const utf8Locale = { LC_ALL: process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8' }

/** Makes it the locale of whatever this process starts from now on. */
export function setUtf8Locale() {
  Object.assign(process.env, utf8Locale)
}
