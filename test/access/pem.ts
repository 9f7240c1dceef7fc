/** Keys that the library cannot create: a certificate, and an RSA key that is too short. */
import { generateKeyPairSync } from 'node:crypto'
import { importPKCS8 } from 'jose'
import type { TestKey } from './tokens.js'

/** Created for these tests with `openssl req -x509 -newkey ec -days 36500`; used nowhere else. */
const privateKey = `
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2l+OZ7GKibii+PSh
4RjkZckvT48bsMuGjJ0OHBQPvcKhRANCAASMyitCHZauRUh7h/6W7bPs5/9o8sWl
QO3vHS04CdPF7OCiuLGGtJ04vxmzm8+Bb4pKvKx0CZA3nBHJ9+gObEzH
-----END PRIVATE KEY-----
`

export const certificate = `
-----BEGIN CERTIFICATE-----
MIIBjDCCATGgAwIBAgIUTClesdjKkwq0o4pcqd2qgsAB7lUwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPY29yb2xsYXJ5LXRlc3RzMCAXDTI2MTEyMTE1MjQwMVoYDzIx
MjYxMDI4MTUyNDAxWjAaMRgwFgYDVQQDDA9jb3JvbGxhcnktdGVzdHMwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAASMyitCHZauRUh7h/6W7bPs5/9o8sWlQO3vHS04
CdPF7OCiuLGGtJ04vxmzm8+Bb4pKvKx0CZA3nBHJ9+gObEzHo1MwUTAdBgNVHQ4E
FgQU+y3FyDlXUfCyXBhhJsr1RSh9VzUwHwYDVR0jBBgwFoAU+y3FyDlXUfCyXBhh
Jsr1RSh9VzUwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA41CO
7An+RWwXM7R1t67xQwWD2POBkf2nBQKpKLQyvoUCIQDUCMNpddGFBkko1QHR46/9
pIdzQ0kETwiimcBqe+1Iuw==
-----END CERTIFICATE-----
`

export const certificateKey = async (): Promise<Pick<TestKey, 'alg' | 'kid' | 'privateKey'>> => ({
  alg: 'ES256',
  kid: 'of the certificate',
  privateKey: await importPKCS8(privateKey.trim(), 'ES256'),
})

export const shortKey = (): string => rsaKey(1_024, 'spki')
export const olderForm = (): string => rsaKey(2_048, 'pkcs1')

const rsaKey = (modulusLength: number, type: 'spki' | 'pkcs1'): string =>
  generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'pem', type }).toString()
