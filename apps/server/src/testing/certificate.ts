import tls from 'node:tls';
import { generate } from 'selfsigned';

export interface Certificate {
  key: string;
  cert: string;
}

/** How many were made: OpenSSL finds a trusted certificate by its subject, so each has one of its own. */
let made = 0;

/** A self-signed certificate of this machine. */
export async function makeCertificate(): Promise<Certificate> {
  made += 1;
  const { private: key, cert } = await generate([{ name: 'commonName', value: `pimis-test-${process.pid}-${made}` }], {
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

const systemTrust = tls.getCACertificates('default');
/** One entry for each running work: works may overlap, and the end of one must not remove the trust of another. */
const trusted: string[] = [];

/** Trusts it during the work, as NODE_EXTRA_CA_CERTS does for a server. */
export async function trusting<Result>({ cert }: Certificate, work: () => Promise<Result>): Promise<Result> {
  trusted.push(cert);
  tls.setDefaultCACertificates([...systemTrust, ...trusted]);
  try {
    return await work();
  } finally {
    trusted.splice(trusted.indexOf(cert), 1);
    tls.setDefaultCACertificates([...systemTrust, ...trusted]);
  }
}
