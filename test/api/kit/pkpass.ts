import { createHash, createVerify } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import forge from 'node-forge';
import * as v from 'valibot';

/** Signatures of two ZIP records; all offsets below are those of the ZIP specification (APPNOTE.TXT, 4.3). */
const directory = 0x02014b50;
const end = Buffer.from('504b0506', 'hex');

/** The files of a ZIP archive by name, read from its central directory. Throws if it is no ZIP archive. */
export const unzip = (bytes: Buffer): Map<string, Buffer> => {
  const last = bytes.lastIndexOf(end);
  if (last < 0) throw new Error('No ZIP archive.');
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(last + 16);
  for (let left = bytes.readUInt16LE(last + 10); left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== directory) throw new Error('The directory of the archive is broken.');
    const method = bytes.readUInt16LE(at + 10);
    const size = bytes.readUInt32LE(at + 20);
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(start, start + size);
    const path = bytes.toString('utf8', at + 46, at + 46 + (name ?? 0));
    files.set(path, method === 8 ? inflateRawSync(packed) : packed);
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
};

const Field = v.object({ key: v.string(), label: v.string(), value: v.string() });
const Fields = v.array(Field);

/** `pass.json`, as far as the tests read it. */
const PassJson = v.looseObject({
  formatVersion: v.literal(1),
  serialNumber: v.string(),
  barcodes: v.array(
    v.object({ format: v.string(), message: v.string(), messageEncoding: v.string(), altText: v.string() }),
  ),
  eventTicket: v.object({
    headerFields: Fields,
    primaryFields: Fields,
    secondaryFields: Fields,
    auxiliaryFields: Fields,
    backFields: Fields,
  }),
});
export type PassJson = v.InferOutput<typeof PassJson>;

const sha1 = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');
const bytesOf = (node: forge.asn1.Asn1): Buffer => Buffer.from(forge.asn1.toDer(node).getBytes(), 'binary');

/** Serial number of the certificate that signs passes. */
export const signerSerial = '03';

/** The signed attributes of a PKCS #7 message with one signer, and the signature. */
const signedOf = (signature: Buffer) => {
  const message = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(signature.toString('binary')));
  const { authenticatedAttributes, signature: seal } = message.rawCapture;
  const { Class, Type, create } = forge.asn1;
  const attributes: forge.asn1.Asn1[] = authenticatedAttributes;
  /* They are signed as a SET, and sent with another tag. */
  const set = bytesOf(create(Class.UNIVERSAL, Type.SET, true, attributes));
  return {
    set,
    seal: Buffer.from(seal, 'binary'),
    certificates: 'certificates' in message ? message.certificates : [],
  };
};

/** Checks manifest, hashes, signature and chain as a phone does and returns the pass; throws if any is wrong. `root` is PEM. */
export const openPass = (bytes: Buffer, root: string): { json: PassJson; names: string[]; text: string } => {
  const files = unzip(bytes);
  const read = (name: string): Buffer => {
    const found = files.get(name);
    if (!found) throw new Error(`There is no ${name}.`);
    return found;
  };
  const [manifest, signature] = [read('manifest.json'), read('signature')];
  const hashes = v.parse(v.record(v.string(), v.string()), JSON.parse(manifest.toString()));
  const names = [...files.keys()].filter((name) => name !== 'manifest.json' && name !== 'signature').sort();
  if (Object.keys(hashes).sort().join() !== names.join()) throw new Error('The manifest names other files.');
  for (const name of names) if (hashes[name] !== sha1(read(name))) throw new Error(`The hash of ${name} is wrong.`);

  const { set, seal, certificates } = signedOf(signature);
  const signer = certificates.find(({ serialNumber }) => serialNumber === signerSerial);
  if (!signer) throw new Error('The signer is not in the signature.');
  const others = certificates.filter((one) => one !== signer);
  forge.pki.verifyCertificateChain(forge.pki.createCaStore([root]), [signer, ...others]);
  if (!createVerify('sha1').update(set).verify(forge.pki.certificateToPem(signer), seal))
    throw new Error('Not signed.');
  if (!set.includes(Buffer.from(sha1(manifest), 'hex'))) throw new Error('Another manifest was signed.');
  const text = read('pass.json').toString();
  return { json: v.parse(PassJson, JSON.parse(text)), names, text };
};
