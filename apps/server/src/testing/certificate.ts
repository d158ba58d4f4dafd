import tls from 'node:tls';
import { generate } from 'selfsigned';

export interface Certificate {
  key: string;
  cert: string;
}

/** A self-signed certificate of this machine. */
export async function makeCertificate(): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 2, value: 'localhost' },
        ],
      },
    ],
  });
  return { key, cert };
}

/** Trusts it during the work, as NODE_EXTRA_CA_CERTS does for a server. */
export async function trusting<Result>({ cert }: Certificate, work: () => Promise<Result>): Promise<Result> {
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, cert]);
  try {
    return await work();
  } finally {
    tls.setDefaultCACertificates(before);
  }
}
