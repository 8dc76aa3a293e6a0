import protobuf from "protobufjs";

/**
 * The messages of ONNX that an exported layer uses. Names and field numbers are those of onnx.proto
 * (github.com/onnx/onnx, Apache-2.0), IR version 8.
 */
const text = `
  syntax = "proto3";
  message ModelProto {
    int64 ir_version = 1;
    string producer_name = 2;
    string producer_version = 3;
    string doc_string = 6;
    GraphProto graph = 7;
    repeated OperatorSetIdProto opset_import = 8;
    repeated StringStringEntryProto metadata_props = 14;
  }
  message OperatorSetIdProto { string domain = 1; int64 version = 2; }
  message StringStringEntryProto { string key = 1; string value = 2; }
  message GraphProto {
    repeated NodeProto node = 1;
    string name = 2;
    repeated TensorProto initializer = 5;
    repeated ValueInfoProto input = 11;
    repeated ValueInfoProto output = 12;
  }
  message NodeProto {
    repeated string input = 1;
    repeated string output = 2;
    string name = 3;
    string op_type = 4;
    repeated AttributeProto attribute = 5;
    string domain = 7;
  }
  message AttributeProto { string name = 1; int64 i = 3; repeated int64 ints = 8; int32 type = 20; }
  message TensorProto {
    repeated int64 dims = 1;
    int32 data_type = 2;
    string name = 8;
    bytes raw_data = 9;
    repeated StringStringEntryProto external_data = 13;
    int32 data_location = 14;
  }
  message ValueInfoProto { string name = 1; TypeProto type = 2; string doc_string = 3; }
  message TypeProto { TensorTypeProto tensor_type = 1; }
  message TensorTypeProto { int32 elem_type = 1; TensorShapeProto shape = 2; }
  message TensorShapeProto { repeated DimensionProto dim = 1; }
  message DimensionProto { oneof value { int64 dim_value = 1; string dim_param = 2; } }
`;

export interface ModelProto {
  readonly irVersion: number;
  readonly producerName: string;
  readonly producerVersion: string;
  readonly docString: string;
  readonly graph: GraphProto;
  readonly opsetImport: readonly { readonly domain: string; readonly version: number }[];
  readonly metadataProps: readonly Entry[];
}

interface Entry {
  readonly key: string;
  readonly value: string;
}

export interface GraphProto {
  readonly name: string;
  readonly node: readonly NodeProto[];
  readonly initializer: readonly TensorProto[];
  readonly input: readonly ValueInfoProto[];
  readonly output: readonly ValueInfoProto[];
}

export interface NodeProto {
  readonly name: string;
  readonly opType: string;
  readonly input: readonly string[];
  readonly output: readonly string[];
  readonly attribute: readonly AttributeProto[];
  /** Of the operator; ONNX's own without. */
  readonly domain?: string;
}

export interface AttributeProto {
  readonly name: string;
  readonly type: number;
  readonly i?: number;
  readonly ints?: readonly number[];
}

export interface TensorProto {
  readonly name: string;
  readonly dims: readonly number[];
  readonly dataType: number;
  /** Little-endian. */
  readonly rawData?: Uint8Array;
  /** Where the data are in a file beside the model. */
  readonly externalData?: readonly Entry[];
  readonly dataLocation?: number;
}

export interface ValueInfoProto {
  readonly name: string;
  readonly docString: string;
  readonly type: {
    readonly tensorType: {
      readonly elemType: number;
      readonly shape: {
        readonly dim: readonly ({ readonly dimValue: number } | { readonly dimParam: string })[];
      };
    };
  };
}

/** Values of ONNX's enumerations. */
export const elementType = { float32: 1, int64: 7 } as const;
export const attributeType = { int: 2, ints: 7 } as const;
export const external = 1;

const modelType = protobuf.parse(text).root.lookupType("ModelProto");

/** The bytes of an .onnx file. */
export function encodeModel(model: ModelProto): Uint8Array {
  return modelType.encode(model).finish();
}
